import { cloneElement, type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'

export type Trigger = ReactElement<{ onClick?: () => void; onPointerEnter?: () => void; onFocus?: () => void }>

/**
 * An overlay that is loaded with the first press of its button; hovering or reaching the button fetches it ahead.
 * The loaded part draws the button itself from then on, and starts open.
 */
export function afterFirstUse<P extends { trigger: Trigger }>(load: () => Promise<ComponentType<P>>) {
  const Part = lazy(() => load().then((Component) => ({ default: Component as ComponentType<{ trigger: Trigger }> })))
  return function FirstUse(props: P) {
    const [used, setUsed] = useState(false)
    const ahead = () => void load().catch(() => undefined)
    if (!used)
      return cloneElement(props.trigger, { onClick: () => setUsed(true), onPointerEnter: ahead, onFocus: ahead })
    return (
      <Suspense fallback={props.trigger}>
        <Part {...props} />
      </Suspense>
    )
  }
}
