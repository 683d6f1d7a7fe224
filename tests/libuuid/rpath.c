/* SPDX-License-Identifier: MIT */
/* rpath.c - a program that makes an id with the libuuid that the loader
 * finds */
void uuid_generate(unsigned char *id);

int main(void)
{
    unsigned char id[16];

    uuid_generate(id);
    return 0;
}
