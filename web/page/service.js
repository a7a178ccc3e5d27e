// The service worker of a page on a host: it keeps the page, which is one file, so that it opens offline.
const CACHE = "clew-{{version}}", PAGE = "{{page}}";

self.addEventListener("install", event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll([PAGE, PAGE.replace(".html", ".webmanifest")])).then(() => self.skipWaiting()));
});
self.addEventListener("activate", event => {
  const old = names => Promise.all(names.filter(name => name.startsWith("clew-") && name !== CACHE).map(name => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  const kept = () => caches.match(event.request, { ignoreSearch: true });
  // The newest page if the host can be reached, otherwise the one that was kept.
  event.respondWith(fetch(event.request).catch(async () => await kept() ?? Response.error()));
});
