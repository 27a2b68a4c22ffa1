import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A card on the page: thin line, round corners, no shadow. */
export function Card({ className, ...div }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-surface p-5', className)} {...div} />
}

/** Cards next to each other if there is room: one column below 768 px. */
export function CardGrid({ columns = 3, className, ...list }: ComponentProps<'ul'> & { columns?: 2 | 3 }) {
  return <ul className={cx('grid gap-4 md:grid-cols-2', columns === 3 && 'xl:grid-cols-3', className)} {...list} />
}

/** For a link that is a whole card. */
export const cardLink =
  'group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-primary'
