import { serve } from "./worker.js";

serve(data => postMessage(data), listen => addEventListener("message", ({ data }) => listen(data)));
