import { useEffect, useRef } from 'react'
import { type LiveChange, livePath, type LiveTopic } from '#contract/platform/live/live.ts'
import { onSignedInAgain } from './session-end.ts'

/** Called with what changed, or with null when anything may have changed because the connection was closed until now. */
type Listen = (change: LiveChange | null) => void

type Listener = { topic: LiveTopic; id: string; onChange: Listen }

/** Listens to changes of one object while the component is mounted. All listeners of a tab share one connection. */
export function useLive(topic: LiveTopic, id: string, onChange: Listen) {
  const now = useRef(onChange)
  useEffect(() => void (now.current = onChange))
  useEffect(() => listen({ topic, id, onChange: (change) => now.current(change) }), [topic, id])
}

/** The same outside of a component. Returns the function that stops listening. */
export function listen(listener: Listener) {
  listeners.add(listener)
  onSignedInAgain(open)
  document.addEventListener('visibilitychange', open)
  open()
  return () => {
    listeners.delete(listener)
    open()
  }
}

const listeners = new Set<Listener>()
let source: EventSource | null = null
let asking: ReturnType<typeof setInterval> | undefined

/**
 * Opens one connection for all current listeners. While it is down, everything is polled instead. A hidden tab closes its
 * connection, because a browser allows only a few for each server, and reads everything anew when it is shown.
 */
function open() {
  source?.close()
  source = null
  clearInterval(asking)
  if (listeners.size === 0 || document.visibilityState === 'hidden') return

  // Several components may follow the same object.
  const topics = [...new Set([...listeners].map(({ topic, id }) => `${topic}=${id}`))].join('&')
  const opened = new EventSource(`/${livePath}?${topics}`)
  source = opened
  opened.addEventListener('open', () => tell(null))
  opened.addEventListener('changed', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as LiveChange))
  asking = setInterval(askOrOpen(opened), 10_000)
}

/** Polls everything; every sixth time it also tries to reopen a closed connection. */
function askOrOpen(opened: EventSource) {
  let times = 0
  return () => {
    if (opened.readyState === EventSource.OPEN) return
    if (++times % 6 === 0 && opened.readyState === EventSource.CLOSED) open()
    tell(null)
  }
}

function tell(change: LiveChange | null) {
  for (const { topic, id, onChange } of listeners)
    if (!change || (change.topic === topic && change.id === id)) onChange(change)
}
