import type { PaperContent } from '#contract/results/papers/content.ts'
import { cx } from '#web/ui/cx.ts'
import { Frame } from './Frame.tsx'
import type { SheetProps } from './sheet.ts'
import { Fact, NameOnPaper, useWriting, Word } from './SheetParts.tsx'

type Remarks = NonNullable<NonNullable<PaperContent['result']>['remarks']>

/**
 * What teachers wrote, in each language of the paper: of the class, then of courses. Nothing is translated. Where the card has no room for
 * it, `fitSheets` leaves one line here and shows the pages of `RemarksApart`.
 */
export function TermRemarks({ remarks }: { remarks: Remarks }) {
  const { spoken } = useWriting()
  return (
    <>
      {spoken.map((one) => (
        <RemarksIn key={one} language={one} remarks={remarks} />
      ))}
      <p className="paper-elsewhere">
        <Word of="remarksApart" side />
      </p>
    </>
  )
}

/** The remarks on pages of their own, those of one language before the others. */
export function RemarksApart({ paper, remarks }: SheetProps & { remarks: Remarks }) {
  const { spoken, isBoth } = useWriting()
  const { studentName, latinName, classRoomName, result, yearName } = paper.content
  const own = spoken.flatMap((language) => remarks.filter((one) => one.language === language))
  return pagesOf(own, lettersOn[paper.look.size === 'A5' ? 'A5' : 'A4']).map((page, nth) => (
    <Frame key={nth} paper={paper} title="remarks" more={<bdi>{result?.termName ?? yearName}</bdi>} isApart>
      <div className="paper-who">
        <dl className={cx('paper-facts', isBoth && 'paper-facts-two')}>
          <Fact of="student" wide>
            <NameOnPaper name={studentName} latin={latinName} />
          </Fact>
          <Fact of="class">
            <bdi>{classRoomName}</bdi>
          </Fact>
        </dl>
      </div>
      {spoken.map((language) => (
        <RemarksIn key={language} language={language} remarks={page} />
      ))}
    </Frame>
  ))
}

/** About as many letters as a page has room for in a size that is easy to read. */
const lettersOn = { A4: 3000, A5: 2000 }

function pagesOf(remarks: Remarks, most: number) {
  const pages: Remarks[] = []
  let left = 0
  for (const one of remarks) {
    left -= one.body.length
    const page = pages.at(-1)
    if (page && left >= 0) page.push(one)
    else {
      pages.push([one])
      left = most - one.body.length
    }
  }
  return pages
}

function RemarksIn({ language, remarks }: { language: 'ar' | 'en'; remarks: Remarks }) {
  const { labels } = useWriting()
  const own = remarks.filter((one) => one.language === language)
  if (own.length === 0) return null
  return (
    <div className="paper-remarks" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {own.map(({ course, courseEn, body, byName, byLatinName }, nth) => (
        <p key={nth}>
          <b>
            <bdi>{(language === 'en' && courseEn) || course || labels[language]('remarks')}</bdi>
          </b>{' '}
          {body} <small>{language === 'en' ? (byLatinName ?? byName) : byName}</small>
        </p>
      ))}
    </div>
  )
}
