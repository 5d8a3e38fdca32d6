// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire;

import org.jspecify.annotations.Nullable;

/** Functions that pack requests and read webhooks for the fast path, field by field. */
final class Packets {
    /** Length of an absent value. */
    static final int ABSENT = -1;

    /** Length of a value that is a number. */
    static final int NUMBER = -2;

    /** Both offsets of {@code null}. */
    static final int NULL = -1;

    /** Mark in the end of a number with an exponent. */
    static final int EXPONENT = 1073741824;

    /** Offset without its marks. */
    static final int OFFSET = 1073741823;

    private Packets() {}

    static void add(Packet packet, Onboarding value) {
        packet.add(value.supplierSyncCode());
        packet.add(value.name());
        packet.add(value.nameKh());
        packet.add(value.address());
        packet.add(value.bankId());
        packet.add(value.returnUrl());
        packet.add(value.currency());
        packet.addExtra(value.extra());
    }

    static void add(Packet packet, Line value) {
        packet.add(value.itemName());
        packet.add(value.description());
        packet.add(value.quantity());
        packet.add(value.price());
        packet.add(value.amount());
        packet.add(value.taxAmount());
        packet.add(value.taxName());
        packet.addExtra(value.extra());
    }

    static void add(Packet packet, Settlement value) {
        packet.add(value.refId());
        packet.add(value.date());
        packet.add(value.dueDate());
        packet.add(value.currency());
        packet.add(value.totalAmount());
        packet.add(value.customerSyncCode());
        packet.add(value.totalTax());
        packet.add(value.paymentMethodToken());
        packet.add(value.settlementTo());
        packet.add(value.description());
        packet.add(value.exchangeRateKhr());
        packet.add(value.totalAmountKhr());
        packet.addList(value.details(), Packets::add);
        packet.addExtra(value.extra());
    }

    static void add(Packet packet, Verification value) {
        packet.add(value.identityCode());
        packet.add(value.tranId());
        packet.add(value.bankRef());
        packet.add(value.purposeOfTransaction());
        packet.addExtra(value.extra());
    }

    static void add(Packet packet, SignedFields value) {
        packet.add(value.refId());
        packet.add(value.date());
        packet.add(value.currency());
        packet.add(value.totalAmount());
        packet.add(value.customerSyncCode());
        packet.add(value.settlementTo());
    }

    static WebhookPayload webhookPayload(Received received, int at) {
        return new WebhookPayload(
                received.text(at, 0, 3),
                received.text(at, 1, 5),
                paymentServiceType(received.text(at, 2, 7)),
                received.text(at, 3, 9),
                received.decimal(at, 4, 11),
                received.text(at, 5, 13),
                received.text(at, 6, 15),
                received.text(at, 7, 17),
                received.text(at, 8, 19),
                received.text(at, 9, 21),
                received.text(at, 10, 23),
                received.text(at, 11, 25),
                status(received.text(at, 12, 27)),
                received.list(
                        at, 13, 29, new Customers.Absent(), new Customers.Null(), Customers.Listed::new, Packets::customer),
                Received.NO_MEMBERS);
    }

    private static @Nullable PaymentServiceType paymentServiceType(@Nullable String text) {
        if (text == null) return null;
        return switch (text) {
            case "Bank Channel" -> new PaymentServiceType.BankChannel();
            case "KHQR" -> new PaymentServiceType.Khqr();
            case "Deeplink/Checkout" -> new PaymentServiceType.DeeplinkCheckout();
            case "Direct Debit" -> new PaymentServiceType.DirectDebit();
            default -> new PaymentServiceType.Other(text);
        };
    }

    private static @Nullable Status status(@Nullable String text) {
        if (text == null) return null;
        return switch (text) {
            case "success" -> new Status.Success();
            default -> new Status.Other(text);
        };
    }

    static Customer customer(Received received, int at) {
        return new Customer(
                received.text(at, 0, 3),
                received.text(at, 1, 5),
                received.text(at, 2, 7),
                received.text(at, 3, 9),
                received.text(at, 4, 11),
                received.text(at, 5, 13),
                received.decimal(at, 6, 15),
                Received.NO_MEMBERS);
    }
}
