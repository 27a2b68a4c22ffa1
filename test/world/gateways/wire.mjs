/** Answers a request, with a page or with JSON. */
export function say(reply, status, body, headers = {}) {
  const isPage = typeof body === 'string'
  reply.writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json', ...headers })
  reply.end(isPage ? body : JSON.stringify(body))
}

/** Sends a callback and remembers how it was answered. Nobody answering is an answer too. */
export async function callBack(state, order, { url, body, kind }) {
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    (answered) => answered.status,
    () => 0,
  )
  state.sent.push({ order: order.id, kind, status })
  return status
}
