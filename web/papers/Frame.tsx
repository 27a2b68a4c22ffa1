import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { SheetProps } from './sheet.ts'
import { useWriting, Word } from './SheetParts.tsx'

/** One sheet of paper, in the direction of its first language. */
export function Frame({ paper, children }: SheetProps & { children: ReactNode }) {
  const { spoken } = useWriting()
  const [first] = spoken
  return (
    <article
      className={cx('paper', paper.look.size === 'A5' && 'paper-a5')}
      lang={first}
      dir={first === 'ar' ? 'rtl' : 'ltr'}
    >
      <div className="paper-frame" />
      {children}
    </article>
  )
}

/** That this paper was printed before. */
export const Copy = () => (
  <div className="paper-copy">
    <Word of="copy" side />
  </div>
)
