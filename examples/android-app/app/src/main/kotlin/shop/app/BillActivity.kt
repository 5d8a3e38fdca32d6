package shop.app

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.activity.viewModels
import androidx.compose.material3.MaterialTheme
import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import java.util.Locale
import kotlinx.coroutines.launch
import shop.Backend
import shop.BillModel

/** Keeps the model while the screen turns. A draft under way is sent to its end. */
class BillViewModel : ViewModel() {
    // The address of your backend, and the session of your user.
    val model = BillModel(Backend("https://shop.example", "session"), shop = "SB-001", locale = Locale.getDefault())

    fun send() {
        viewModelScope.launch { model.send() }
    }
}

class BillActivity : ComponentActivity() {
    private val view by viewModels<BillViewModel>()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent { MaterialTheme { BillScreen(view.model, view::send) } }
    }
}
