import BillLogic
import SwiftUI

/// The form of a bill. It shows what the model holds, and decides nothing.
struct BillScreen: View {
    @Bindable var model: BillModel
    @Environment(\.locale) private var locale

    var body: some View {
        Form {
            Group {
                input("No.", .number, $model.form.number)
                input("Customer", .customer, $model.form.customer)
                input("Currency", .currency, $model.form.currency)
                input("Amount", .amount, $model.form.amount)
                if model.form.currency != "KHR" {
                    input("Riel for 1 \(model.form.currency)", .rate, $model.form.rate)
                }
                input("Note", .note, $model.form.note)
                DatePicker("Due", selection: due, displayedComponents: .date)
                findings(.due)
                findings(.form)
            }
            .disabled(model.isSending)
            Button("Settle") { Task { try await model.send() } }.disabled(model.isSending)
            if let answer = model.answer {
                Text(answer.text(in: language(of: locale), locale: locale))
            }
        }
    }

    private func input(_ label: String, _ field: Field, _ text: Binding<String>) -> some View {
        VStack(alignment: .leading) {
            TextField(label, text: text)
            findings(field)
        }
    }

    private func findings(_ field: Field) -> some View {
        ForEach(model.sentences(field, in: language(of: locale)), id: \.self) { sentence in
            Text(sentence).font(.caption).foregroundStyle(model.violations[field] == nil ? .orange : .red)
        }
    }

    private var due: Binding<Date> {
        Binding(get: { model.form.due ?? Date() }, set: { model.form.due = $0 })
    }
}
