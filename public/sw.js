// Shows what is pushed, and opens the product without a network: its own files only, nothing of a person.

const shell = 'shell'
const filesAtMost = 200
const patience = 4000 // ms
const answerWithin = 1000 // ms, of a page that is open

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('push', (event) => {
  const { title, body, tag, url, lang, dir } = event.data.json()
  const icon = '/icon-192.png'
  // One tag an event: sent twice, it is shown once.
  event.waitUntil(registration.showNotification(title, { body, tag, lang, dir, icon, badge: icon, data: { url } }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.url, location.origin).href))
})

/** The page that is open goes there itself, so that nothing begun in it is lost; one that does not answer is loaded anew. */
async function open(url) {
  const [tab] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return clients.openWindow(url)
  if (await goes(tab, url)) return tab.focus()
  const there = await tab.navigate(url).catch(() => null)
  return there ? there.focus() : clients.openWindow(url)
}

const goes = (tab, url) =>
  new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => answer(true)
    setTimeout(answer, answerWithin, false)
    const { pathname, search, hash } = new URL(url)
    tab.postMessage({ open: pathname + search + hash }, [port2])
  })

// What the page had loaded before there was a worker.
addEventListener('message', (event) => {
  const files = (event.data.keep ?? []).filter((url) => isFile(new URL(url)))
  event.waitUntil(caches.open(shell).then((cache) => Promise.allSettled(['/', ...files].map((url) => add(cache, url)))))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && !url.pathname.includes('.'))
    event.respondWith(latest(request, '/', isPage)) // every address has the same page
  else if (isHashed(url)) event.respondWith(kept(request))
  else if (isText(url)) event.respondWith(keptTexts(event))
  else if (isFile(url)) event.respondWith(latest(request))
})

const isHashed = ({ pathname }) => pathname.startsWith('/assets/')
const isText = ({ pathname }) => pathname.startsWith('/locales/')
const isFile = (url) =>
  url.origin === location.origin && (isHashed(url) || isText(url) || /^\/(icon|manifest)/.test(url.pathname))

const add = async (cache, url) => (await cache.match(url)) ?? cache.add(url)

const isPage = (answer) => answer.ok && answer.headers.get('content-type')?.startsWith('text/html')

/** From the network; without one, or with one that hardly is, what there was last. */
async function latest(request, at = request.url, isGood = ({ ok }) => ok) {
  const cache = await caches.open(shell)
  const before = await cache.match(at)
  const now = fetch(request).then(async (answer) => {
    if (isGood(answer)) await cache.put(at, answer.clone())
    return answer
  })
  if (!before) return now
  return Promise.race([now.catch(() => before), new Promise((later) => setTimeout(later, patience, before))])
}

/** A file whose name changes with its content. */
async function kept(request) {
  const cache = await caches.open(shell)
  const there = await cache.match(request.url)
  if (there) return there
  const answer = await fetch(request)
  if (answer.ok) await put(cache, request, answer.clone())
  return answer
}

/**
 * Texts, whose address has their version, so that those of another release are never taken for them. They are read anew for the next
 * time: while a release is brought out, a server of the one before may have answered.
 */
async function keptTexts(event) {
  const cache = await caches.open(shell)
  const there = await cache.match(event.request.url)
  const now = fetch(event.request).then(async (answer) => {
    // Kept again it makes no more files than there were.
    if (answer.ok)
      await (there ? cache.put(event.request.url, answer.clone()) : put(cache, event.request, answer.clone()))
    return answer
  })
  if (!there) return now
  event.waitUntil(now.catch(() => undefined))
  return there
}

/** The files of earlier releases go, the oldest first. */
async function put(cache, request, answer) {
  await cache.put(request.url, answer)
  const files = (await cache.keys()).filter(({ url }) => isHashed(new URL(url)) || isText(new URL(url)))
  for (const old of files.slice(0, -filesAtMost)) await cache.delete(old)
}
