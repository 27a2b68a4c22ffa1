import { useEffect, useRef } from 'react'
import { type LiveChange, livePath, type LiveTopic } from '#contract/live.ts'

/** Called with what changed; with null when anything may have, because nobody was listening until now. */
type Heard = (change: LiveChange | null) => void

type Listener = { topic: LiveTopic; id: string; heard: Heard }

/** Hears of changes of one thing while the component is there, over one connection of this tab. */
export function useLive(topic: LiveTopic, id: string, heard: Heard) {
  const now = useRef(heard)
  useEffect(() => void (now.current = heard))
  useEffect(() => listen({ topic, id, heard: (change) => now.current(change) }), [topic, id])
}

function listen(listener: Listener) {
  listeners.add(listener)
  open()
  return () => {
    listeners.delete(listener)
    open()
  }
}

const listeners = new Set<Listener>()
let source: EventSource | null = null
let asking: ReturnType<typeof setInterval> | undefined

/** Opens the connection for what is listened to now. A server without it, or one that closed it, is asked instead. */
function open() {
  source?.close()
  source = null
  clearInterval(asking)
  if (listeners.size === 0) return

  const topics = new URLSearchParams([...listeners].map(({ topic, id }) => [topic, id]))
  const opened = new EventSource(`/${livePath}?${topics}`)
  source = opened
  opened.addEventListener('open', () => tell(null))
  opened.addEventListener('changed', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as LiveChange))
  opened.addEventListener('error', () => {
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return
    clearInterval(asking)
    asking = setInterval(askOrOpen(), every)
  })
}

const every = 10_000

/** Everything is read again now and then; each sixth time the connection is tried again. */
function askOrOpen() {
  let times = 0
  return () => {
    if (document.visibilityState === 'hidden') return
    if (++times % 6 === 0) open()
    tell(null)
  }
}

function tell(change: LiveChange | null) {
  for (const { topic, id, heard } of listeners)
    if (!change || (change.topic === topic && change.id === id)) heard(change)
}
