import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { toastRefusal } from '#web/ui/toast.ts'
import { Certificate } from './Certificate.tsx'
import type { SheetProps } from './sheet.ts'
import { ClassListSheet, type ClassListProps } from './ClassListSheet.tsx'
import { fitSheets } from './fit.ts'
import { type Labels, loadLabels, type PaperLanguage } from './labels.ts'
import { WritingProvider } from './SheetParts.tsx'
import { SeatSheets, type SeatSheetsProps } from './SeatSheets.tsx'
import { cardsAPage, StudentCards } from './StudentCards.tsx'
import { TermCard } from './TermCard.tsx'
import { YearCard } from './YearCard.tsx'
import './paper.css'
import './head.css'
import './facts.css'
import './table.css'
import './foot.css'
import './cards.css'
import './lists.css'
import './labels.css'

type Paper = SheetProps['paper']

export type Job = { papers: readonly Paper[] } | { list: ClassListProps } | { seats: SeatSheetsProps }

type Props = { job: Job; language: PaperLanguage; onClose: () => void }

/** What is printed: it stands alone on paper, and goes when the dialog of the browser is closed. */
export function PrintJob({ job, language, onClose }: Props) {
  const labels = useLabels(onClose)
  const sheets = useRef<HTMLElement>(null)
  const size = 'papers' in job && job.papers[0]?.content.kind !== 'studentCard' ? job.papers[0]?.look.size : 'A4'
  useEffect(() => {
    if (!labels) return
    let stopped = false
    void readyToPrint(sheets.current!).then(() => {
      if (stopped) return
      fitSheets(sheets.current!)
      const withSize = pageOf(size ?? 'A4', isLong(job))
      document.adoptedStyleSheets.push(withSize)
      print()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== withSize)
      onClose()
    })
    return () => {
      stopped = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the words are there
  }, [labels])

  return createPortal(
    <section data-paper className="paper-job" ref={sheets}>
      {labels && <Sheets job={job} language={language} labels={labels} />}
    </section>,
    document.body,
  )
}

/** A list goes on to another page, which needs a margin as well. */
const isLong = (job: Job) => 'list' in job || ('seats' in job && job.seats.what !== 'labels')

/** The words of papers; undefined while they are fetched. */
export function useLabels(onFailed?: () => void): Labels | undefined {
  const [labels, setLabels] = useState<Labels>()
  useEffect(() => {
    loadLabels()
      .then(setLabels)
      .catch((problem: unknown) => {
        toastRefusal(problem)
        onFailed?.()
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return labels
}

export function Sheets({ job, language, labels }: { job: Job; language: PaperLanguage; labels: Labels }) {
  if ('list' in job)
    return (
      <WritingProvider value={{ labels, language, easternDigits: true }}>
        <ClassListSheet {...job.list} />
      </WritingProvider>
    )
  if ('seats' in job)
    return (
      <WritingProvider value={{ labels, language, easternDigits: true }}>
        <SeatSheets {...job.seats} />
      </WritingProvider>
    )
  const [first] = job.papers
  if (!first) return null
  const writing = { labels, language, easternDigits: first.look.easternDigits }
  const isCard = first.content.kind === 'studentCard'
  return (
    <WritingProvider value={writing}>
      {isCard
        ? pagesOf(job.papers).map((page) => <StudentCards key={keyOf(page[0]!)} papers={page} />)
        : job.papers.map((paper) => {
            const Sheet = sheets[paper.content.kind] ?? Certificate
            return <Sheet key={keyOf(paper)} paper={paper} />
          })}
    </WritingProvider>
  )
}

const sheets: Partial<Record<string, ComponentType<SheetProps>>> = { termCard: TermCard, yearCard: YearCard }

const keyOf = ({ code, content }: Paper) => code ?? content.code

const pagesOf = (papers: readonly Paper[]) =>
  Array.from({ length: Math.ceil(papers.length / cardsAPage) }, (_, nth) =>
    papers.slice(nth * cardsAPage, (nth + 1) * cardsAPage),
  )

/** The browser prints what it has: fonts of both scripts, the logo and the photos are waited for. */
async function readyToPrint(sheets: HTMLElement) {
  const fonts = ['ع', 'a'].flatMap((letter) => [400, 650].map((weight) => ({ letter, weight })))
  await Promise.all(fonts.map(({ letter, weight }) => document.fonts.load(`${weight} 16px "Readex Pro"`, letter)))
  await Promise.allSettled([...sheets.querySelectorAll('img')].map((image) => image.decode()))
}

function pageOf(size: string, hasMargin: boolean) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { size: ${size}; margin: ${hasMargin ? '8mm 0' : '0'} }`)
  return sheet
}
