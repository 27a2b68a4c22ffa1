import { cloneElement, type ComponentType, lazy, type ReactElement, useState } from 'react'
import { part } from './part.tsx'
import { LazyPart } from './LazyPart.tsx'

export type Trigger = ReactElement<{ onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void }>

/**
 * An overlay that is loaded with the first press of its button; hovering or reaching the button prefetches it.
 * The loaded part draws the button itself from then on, and starts open.
 */
export function afterFirstUse<P extends { trigger: Trigger }>(load: () => Promise<ComponentType<P>>) {
  const Overlay = lazy(part(load))
  const prefetch = () => void load().catch(() => undefined)

  return function FirstUse(props: P) {
    const [used, setUsed] = useState(false)
    const { trigger } = props
    if (!used)
      return cloneElement(trigger, { onClick: () => setUsed(true), onPointerEnter: prefetch, onFocus: prefetch })
    return (
      <LazyPart fallback={trigger} onClose={() => setUsed(false)}>
        <Overlay {...props} />
      </LazyPart>
    )
  }
}
