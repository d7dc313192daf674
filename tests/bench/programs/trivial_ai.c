// The minimal AI: it answers without reading anything. (The move is illegal, which costs nothing on
// the bench's field, so the game goes on.)

#include <fcntl.h>
#include <unistd.h>

int main(void) {
    const int file = open("result.dat", O_WRONLY);
    return file >= 0 && write(file, "9 9 9 9\n", 8) == 8 ? 0 : 1;
}
