import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** Asks whether a puzzle has exactly one solution, through JNA; Kotlin's declarations have the same shape. */
public class Check {
    public interface Progress extends Callback {
        void hear(Pointer context, String text);
    }

    public interface Clew extends Library {
        Clew INSTANCE = Native.load("clew_ffi", Clew.class);

        Pointer clew_new(long threads, long memory);

        Pointer clew_answer(Pointer handle, String request, Progress progress, Pointer context);

        void clew_cancel(Pointer handle);

        void clew_free_reply(Pointer reply);

        void clew_free(Pointer handle);
    }

    public static void main(String[] arguments) {
        Clew clew = Clew.INSTANCE;
        Pointer handle = clew.clew_new(1, 0);
        String request =
            "{\"ask\": \"check\", \"puzzle\": \"puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n\"}";
        Pointer reply = clew.clew_answer(handle, request, null, null);
        System.out.println(reply.getString(0, "UTF-8"));
        clew.clew_free_reply(reply);
        clew.clew_free(handle);
    }
}
