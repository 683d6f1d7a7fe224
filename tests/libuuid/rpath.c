/* SPDX-License-Identifier: MIT */
/* rpath.c - a program that takes an id from whichever libuuid it finds. */
void uuid_generate(unsigned char *id);

int main(void)
{
    unsigned char id[16];

    uuid_generate(id);
    return 0;
}
