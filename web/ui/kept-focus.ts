import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

/**
 * For a button that is disabled while its request runs. Browsers then drop the focus, and keyboard users would be at the top of the page
 * again. The button takes the focus back unless it has moved elsewhere.
 */
export function useKeptFocus(disabled = false, ref?: Ref<HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null)
  const hasLost = useRef(false)
  useImperativeHandle(ref, () => button.current!, [])
  useEffect(() => {
    const element = button.current
    const note = () => (hasLost.current = element?.disabled === true)
    element?.addEventListener('focusout', note)
    return () => element?.removeEventListener('focusout', note)
  }, [])
  useLayoutEffect(() => {
    if (disabled || !hasLost.current) return
    hasLost.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [disabled])
  return button
}
