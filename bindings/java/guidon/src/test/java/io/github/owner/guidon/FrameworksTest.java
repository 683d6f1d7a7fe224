// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.junit.jupiter.api.Test;

/** The lines of the README for Jackson, Hibernate and JDBC. */
class FrameworksTest {
    /** Hibernate warns of its own pool. A logger that nobody holds loses its level. */
    private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

    /** A field of these is written as text. */
    record Order(UUID id, Ulid ulid, TypeId customer) {
    }

    @Test
    void jackson() throws Exception {
        ObjectMapper json = new ObjectMapper().registerModule(new SimpleModule()
                .addSerializer(Ulid.class, ToStringSerializer.instance)
                .addSerializer(TypeId.class, ToStringSerializer.instance));
        Order order = new Order(Guidon.v7(), Guidon.ulid(), Guidon.typeId("user"));
        String text = json.writeValueAsString(order);
        assertEquals("{\"id\":\"" + order.id + "\",\"ulid\":\"" + order.ulid + "\",\"customer\":\""
                + order.customer + "\"}", text);
        assertEquals(order, json.readValue(text, Order.class));
        assertThrows(JsonMappingException.class,
                () -> json.readValue("{\"ulid\":\"x\"}", Order.class));
    }

    /** Hibernate asks this for the id of a new row. */
    public static final class V7Generator implements BeforeExecutionGenerator {
        private static final long serialVersionUID = 1;

        @Override
        public Object generate(SharedSessionContractImplementor session, Object owner,
                Object current, EventType event) {
            return Guidon.v7();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }
    }

    /** The id of the field is a new one of version 7. */
    @IdGeneratorType(V7Generator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD})
    public @interface V7 {
    }

    /** A ULID in a column of the type UUID. */
    @Converter(autoApply = true)
    public static final class UlidConverter implements AttributeConverter<Ulid, UUID> {
        @Override
        public UUID convertToDatabaseColumn(Ulid ulid) {
            return ulid == null ? null : ulid.toUuid();
        }

        @Override
        public Ulid convertToEntityAttribute(UUID id) {
            return id == null ? null : Ulid.of(id);
        }
    }

    /** A row. */
    @Entity(name = "event")
    public static class Event {
        @Id
        @V7
        UUID id;

        @Convert(converter = UlidConverter.class)
        Ulid ulid;

        int number;
    }

    /** The address of a PostgreSQL, which run.py starts with --long. */
    private static String postgresql() {
        String address = System.getProperty("guidon.postgresql");
        assumeTrue(address != null, "no PostgreSQL");
        return address;
    }

    private static SessionFactory hibernate(String address) {
        return new Configuration().addAnnotatedClass(Event.class)
                .addAttributeConverter(UlidConverter.class)
                .setProperty("hibernate.connection.url", address)
                .setProperty("hibernate.hbm2ddl.auto", "create-drop")
                .buildSessionFactory();
    }

    @Test
    void hibernateWithH2() {
        hibernateWith("jdbc:h2:mem:events");
    }

    @Test
    void hibernateWithPostgresql() {
        hibernateWith(postgresql());
    }

    private static void hibernateWith(String address) {
        HIBERNATE.setLevel(Level.SEVERE);
        try (SessionFactory factory = hibernate(address)) {
            List<Ulid> ulids = new ArrayList<>();
            factory.inTransaction(session -> {
                for (int i = 0; i < 100; i++) {
                    Event event = new Event();
                    event.number = i;
                    event.ulid = i == 50 ? null : Guidon.ulid();
                    ulids.add(event.ulid);
                    session.persist(event);
                    assertEquals(7, event.id.version());
                }
            });
            factory.inTransaction(session -> {
                List<Event> found = session.createSelectionQuery("from event order by id",
                        Event.class).getResultList();
                for (int i = 0; i < 100; i++) {
                    assertEquals(i, found.get(i).number);
                    assertEquals(ulids.get(i), found.get(i).ulid);
                }
                Instant time = Guidon.timeOf(found.get(10).id);
                long n = session.createSelectionQuery(
                        "select count(*) from event where id between :first and :last", Long.class)
                        .setParameter("first", Guidon.floor(Kind.V7, time))
                        .setParameter("last", Guidon.ceil(Kind.V7, time)).getSingleResult();
                assertEquals(found.stream().filter(one -> Guidon.timeOf(one.id).equals(time))
                        .count(), n);
                assertTrue(n >= 1);
            });
        }
    }

    @Test
    void jdbcWithH2() throws Exception {
        jdbcWith("jdbc:h2:mem:");
    }

    @Test
    void jdbcWithPostgresql() throws Exception {
        jdbcWith(postgresql());
    }

    private static void jdbcWith(String address) throws Exception {
        try (Connection connection = DriverManager.getConnection(address)) {
            connection.createStatement().execute(
                    "CREATE TEMPORARY TABLE t (id UUID PRIMARY KEY)");
            UUID id = Guidon.v7();
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                insert.setObject(1, id);
                insert.executeUpdate();
            }
            ResultSet rows = connection.createStatement().executeQuery("SELECT id FROM t");
            rows.next();
            assertEquals(id, rows.getObject(1, UUID.class));
        }
    }
}
