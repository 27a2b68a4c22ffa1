import { cloneElement, type ComponentType, type ReactElement, useState } from 'react'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { toast } from '#web/ui/toast.ts'

export type Trigger = ReactElement<{ onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void }>

/**
 * An overlay that is loaded with the first press of its button; hovering or reaching the button fetches it ahead.
 * The loaded part draws the button itself from then on, and starts open. Without a network the button says so.
 */
export function afterFirstUse<P extends { trigger: Trigger }>(load: () => Promise<ComponentType<P>>) {
  return function FirstUse(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null)
    if (Part) return <Part {...props} />

    const ahead = () => void load().catch(() => undefined)
    const open = () =>
      void load().then(
        (loaded) => setPart(() => loaded),
        (error: unknown) => toast({ title: sentenceFrom(error), tone: 'danger' }),
      )
    return cloneElement(props.trigger, { onClick: open, onPointerEnter: ahead, onFocus: ahead })
  }
}
