package io.github.billwire.vectors;

/** JSON that no value of the types can say: an unknown key, text for a number, a date that is none. */
public final class Unsayable extends Exception {
    Unsayable(String reason) {
        super(reason);
    }
}
