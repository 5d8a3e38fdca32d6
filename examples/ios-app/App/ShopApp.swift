import BillLogic
import SwiftUI

@main
struct ShopApp: App {
    // The address of your backend, and the session of your user.
    @State private var model = BillModel(
        backend: Backend(url: URL(string: "https://shop.example")!, session: "session"), shop: "SB-001",
        locale: .current)

    var body: some Scene {
        WindowGroup { BillScreen(model: model) }
    }
}
