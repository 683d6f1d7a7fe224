// SPDX-License-Identifier: MIT

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/**
 * An application with one connection, which prepares each statement. It makes, reads, changes
 * and deletes rows for each line "work" that it reads, runs a statement that returns all
 * columns for each line "star", and counts the prepared statements for each line "prepared".
 * It answers each line with a line: ok, a number, or the SQLSTATE or class of what failed.
 */
public final class Work {
    private int number;

    private void work(Session session) {
        number++;
        Customer first = new Customer();
        Customer second = new Customer();
        first.name = "h" + number + "a";
        second.name = "h" + number + "b";
        session.persist(first);
        session.persist(second);
        Order order = new Order();
        order.customer = first;
        session.persist(order);
        session.flush();
        session.clear();
        Order found = session.createSelectionQuery(
                "from Order o join fetch o.customer where o.customer.name = :name", Order.class)
                .setParameter("name", first.name).getSingleResult();
        check(found.id.equals(order.id) && found.customer.id.equals(first.id));
        check(session.find(Customer.class, first.id).name.equals(first.name));
        second = session.find(Customer.class, second.id);
        found.customer = second;
        second.name += "!";
        session.flush();
        check(session.createSelectionQuery("select count(*) from Order o where o.customer = :c",
                Long.class).setParameter("c", second).getSingleResult() == 1);
        session.remove(found);
        session.flush();
        session.remove(session.find(Customer.class, first.id));
    }

    private static void check(boolean right) {
        if (!right) {
            throw new IllegalStateException("wrong row");
        }
    }

    private static int asked(Connection connection, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private String answer(SessionFactory factory, String line) {
        String[] text = {"ok"};
        try {
            factory.inTransaction(session -> {
                switch (line) {
                    case "work" -> work(session);
                    case "star" -> session.doWork(connection -> {
                        try (PreparedStatement all = connection.prepareStatement(
                                "SELECT * FROM customer WHERE name = 'c1'")) {
                            all.executeQuery();
                        }
                    });
                    default -> session.doWork(connection -> text[0] = "" + asked(connection,
                            "SELECT count(*) FROM pg_prepared_statements "
                                    + "WHERE strpos(statement, 'customer') > 0"));
                }
            });
        } catch (RuntimeException failed) {
            for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                text[0] = cause instanceof SQLException sql ? sql.getSQLState()
                        : failed.toString().replace('\n', ' ');
            }
        }
        return text[0];
    }

    /** The argument is the address of the database. */
    public static void main(String[] words) throws IOException {
        Logger.getLogger("org.hibernate").setLevel(Level.OFF);
        try (SessionFactory factory = new Configuration()
                .addAnnotatedClass(Customer.class).addAnnotatedClass(Order.class)
                .setProperty("hibernate.connection.url", words[0])
                .setProperty("hibernate.connection.pool_size", "1")
                .setProperty("hibernate.jdbc.use_get_generated_keys", "false")
                .buildSessionFactory()) {
            Work work = new Work();
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(work.answer(factory, line));
            }
        }
    }
}
