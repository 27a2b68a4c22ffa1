import { Figure, NameOnPaper, QrSquare, useWriting, Word } from './SheetParts.tsx'
import type { SheetProps } from './sheet.ts'
import { Photo } from './Photo.tsx'

export const cardsAPage = 10

/** A page of cards, each as large as a bank card, to be cut. */
export function StudentCards({ papers }: { papers: readonly SheetProps['paper'][] }) {
  const { spoken } = useWriting()
  return (
    <article className="paper paper-cards" lang={spoken[0]} dir={spoken[0] === 'ar' ? 'rtl' : 'ltr'}>
      {papers.map((paper) => (
        <Card key={paper.code ?? paper.content.code} paper={paper} />
      ))}
    </article>
  )
}

function Card({ paper: { content, logoUrl, photoUrl, code, copy, look } }: SheetProps) {
  return (
    <section className="paper-card">
      <header>
        {logoUrl && <img src={logoUrl} alt="" />}
        <bdi>{content.schoolName}</bdi>
        <span>
          <Word of="title.studentCard" />
        </span>
      </header>
      {look.showsPhoto ? <Photo src={photoUrl} /> : <span />}
      <div>
        <div className="paper-name">
          <NameOnPaper name={content.studentName} latin={content.latinName} />
        </div>
        <div>
          <bdi>{content.gradeName}</bdi> · <bdi>{content.classRoomName}</bdi>
        </div>
        <div>
          <bdi dir="ltr">{content.code}</bdi>
        </div>
        {content.yearName && <Figure>{content.yearName}</Figure>}
      </div>
      <QrSquare code={code} />
      <footer>
        <Word of="number" side /> <Figure>{`${content.number}/${content.year}`}</Figure>
        {copy && (
          <>
            {' · '}
            <Word of="copy" side />
          </>
        )}
        {look.footer && (
          <>
            {' · '}
            <bdi>{look.footer}</bdi>
          </>
        )}
      </footer>
    </section>
  )
}
