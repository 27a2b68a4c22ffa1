import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { toast } from './toast.ts'

/**
 * A part fetched when it is first drawn, or before with `ahead`; until then `fallback` stands in its place. Without a
 * network it says so, and the screen around it stays.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null) {
  let loaded: ComponentType<P> | null = null
  const fetched = async () => {
    loaded ??= await load()
    return loaded
  }

  function Late(props: P) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      fetched().then(
        (part) => setPart(() => part),
        (error: unknown) => toast({ title: sentenceFrom(error), tone: 'danger' }),
      )
    }, [])
    return Part ? <Part {...props} /> : fallback
  }

  /** Fetches it before it is needed. */
  const ahead = () => void fetched().catch(() => undefined)
  return Object.assign(Late, { ahead })
}

/** The same as an effect: the list is there, what its buttons open follows. */
export function useAhead(...parts: { ahead: () => void }[]) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen is there
  useEffect(() => parts.forEach((part) => part.ahead()), [])
}
