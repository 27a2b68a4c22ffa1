import { cloneElement, type ComponentType, lazy, type ReactElement, useState } from 'react'
import { part } from './part.tsx'
import { LazyPart } from './LazyPart.tsx'

export type Trigger = ReactElement<{ onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void }>

/**
 * An overlay that is loaded when its button is first pressed, or at once with `isOpen`; hovering or focusing the button prefetches it. From
 * then on the loaded part renders the button itself, and starts open.
 */
export function afterFirstUse<P extends { trigger: Trigger }>(load: () => Promise<ComponentType<P>>) {
  const Overlay = lazy(part(load))
  const prefetch = () => void load().catch(() => undefined)

  return function FirstUse({ isOpen = false, ...rest }: P & { isOpen?: boolean }) {
    const props = rest as unknown as P
    const [used, setUsed] = useState(isOpen)
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
