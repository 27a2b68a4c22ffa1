import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { SheetProps } from './sheet.ts'
import { PaperHead, SheetTitle } from './SheetHead.tsx'
import { SheetFoot, Signatures, useWriting, Word } from './SheetParts.tsx'

type Props = SheetProps & {
  title: string
  more?: ReactNode
  /** A further page of the sheet before it, shown where that has no room. */
  isApart?: boolean
  children: ReactNode
}

/** One sheet of paper, in the direction of its first language: the school above, who signs and the code below. */
export function Frame({ paper, title, more, isApart, children }: Props) {
  const { spoken } = useWriting()
  const [first] = spoken
  return (
    <article
      className={cx('paper', paper.look.size === 'A5' && 'paper-a5', isApart && 'paper-apart')}
      lang={first}
      dir={first === 'ar' ? 'rtl' : 'ltr'}
    >
      <div className="paper-frame" />
      {paper.copy && (
        <div className="paper-copy">
          <Word of="copy" side />
        </div>
      )}
      <PaperHead paper={paper} />
      <SheetTitle of={title} more={more} />
      <div className="paper-body">{children}</div>
      <div className="paper-end">
        <Signatures look={paper.look} />
        <SheetFoot code={paper.code} look={paper.look} />
      </div>
    </article>
  )
}
