import { parentPort } from "node:worker_threads";
import { serve } from "./worker.js";

serve(data => parentPort.postMessage(data), listen => parentPort.on("message", listen));
