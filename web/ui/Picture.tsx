import { useState } from 'react'
import { initials } from '#web/lib/text.ts'
import { Arch, Logo } from './Arch.tsx'
import { cx } from './cx.ts'

/** A picture of a thing; the arch if there is none or it does not load. Decoration: the name is next to it. */
export function Picture({ src, className }: { src: string | null | undefined; className?: string }) {
  const [missing, setMissing] = useState(false)
  if (!src || missing) return <Arch className={className} />
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx('bg-soft object-contain', className)}
      onError={() => setMissing(true)}
    />
  )
}

type Person = { names: (string | null | undefined)[]; src?: string | null | undefined; className?: string }

/** A person's picture or initials, or the logo if they have no name yet; 44 px by default. Decoration: the name is next to it. */
export function Avatar({ names, src, className = 'size-11' }: Person) {
  const [missing, setMissing] = useState(false)
  const shape = cx('shrink-0 rounded-full', className)
  if (src && !missing) {
    return (
      <img src={src} alt="" loading="lazy" className={cx(shape, 'object-cover')} onError={() => setMissing(true)} />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={cx(shape, 'grid place-items-center bg-soft text-sm font-semibold text-primary')}
    >
      {initials(...names) || <Logo className="w-1/2" />}
    </span>
  )
}
