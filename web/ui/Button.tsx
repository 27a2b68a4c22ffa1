import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { useKeptFocus } from './kept-focus.ts'

export type Tone = 'primary' | 'plain' | 'quiet' | 'danger'

type Look = {
  tone?: Tone
  icon?: ReactNode
  wide?: boolean
  /** Shows only the icon on a narrow screen; screen readers still read the text. */
  short?: boolean | undefined
}

/** A pill button. One primary per screen; 'quiet' has no border. */
export function Button({
  tone = 'plain',
  icon,
  wide,
  short,
  className,
  children,
  ref,
  ...button
}: Look & ComponentProps<'button'>) {
  return (
    <button
      ref={useKeptFocus(button.disabled, ref)}
      type="button"
      className={cx(buttonLook(tone, wide), short && 'max-md:size-11 max-md:px-0!', className)}
      {...button}
    >
      {icon}
      {capital(children, short)}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({
  tone = 'plain',
  icon,
  wide,
  short,
  className,
  children,
  ...link
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link className={cx(buttonLook(tone, wide), short && 'max-md:size-11 max-md:px-0!', className)} {...link}>
      {icon}
      {capital(children, short)}
    </Link>
  )
}

/** A round button with only an icon. Its label is read out and shown on hover. */
export function IconButton({
  label,
  className,
  children,
  ref,
  ...button
}: { label: string } & ComponentProps<'button'>) {
  return (
    <button
      ref={useKeptFocus(button.disabled, ref)}
      type="button"
      title={label}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-soft hover:text-primary print:hidden',
        className,
      )}
      {...button}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  )
}

const capital = (children: ReactNode, short = false) =>
  typeof children === 'string' ? <span className={cx('capital', short && 'max-md:sr-only')}>{children}</span> : children

/** The look of a button, for a part of a larger link that names what a tap does. */
export const buttonLook = (tone: Tone, wide?: boolean) =>
  cx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-medium wrap-normal transition-colors',
    'disabled:opacity-60 print:hidden',
    wide && 'w-full',
    looks[tone],
  )

const looks: Record<Tone, string> = {
  primary: 'bg-primary text-on-primary hover:opacity-90',
  plain: 'border border-line bg-surface text-ink hover:border-primary hover:text-primary',
  quiet: 'text-primary hover:bg-soft',
  danger: 'bg-danger text-bg hover:opacity-90',
}
