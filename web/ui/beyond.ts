import { type RefObject, useEffect, useState } from 'react'

/** At which ends of a sideways scrolling row there is more of it. */
export function useBeyond(row: RefObject<HTMLElement | null>) {
  const [beyond, setBeyond] = useState({ start: false, end: false })
  useEffect(() => {
    const scrolled = row.current!
    const look = () => {
      const passed = Math.abs(scrolled.scrollLeft)
      setBeyond({ start: passed > 1, end: passed + scrolled.clientWidth < scrolled.scrollWidth - 1 })
    }
    const resized = new ResizeObserver(look)
    for (const part of [scrolled, ...scrolled.children]) resized.observe(part)
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      scrolled.removeEventListener('scroll', look)
    }
  }, [row])
  return beyond
}

/** The fade at an end of such a row, which shows that it continues. */
export const fade = (end: 'start' | 'end', dir: 'ltr' | 'rtl') =>
  (end === 'end') === (dir === 'ltr')
    ? 'bg-linear-to-l from-bg from-45% to-transparent'
    : 'bg-linear-to-r from-bg from-45% to-transparent'
