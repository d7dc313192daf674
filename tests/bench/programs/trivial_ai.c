// The least that an AI can do: an answer without looking. (The move is illegal, which costs nothing
// on the bench's field, so that the game goes on.)

#include <fcntl.h>
#include <unistd.h>

int main(void) {
    const int file = open("result.dat", O_WRONLY);
    return file >= 0 && write(file, "9 9 9 9\n", 8) == 8 ? 0 : 1;
}
