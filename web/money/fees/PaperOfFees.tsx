import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import './fees.css'

type Props = { isRoll?: boolean; onClose: () => void; children: ReactNode }

/** Prints sheets of fees once their fonts and pictures are there, without the rest of the page, and then asks to be closed. */
export function PaperOfFees({ isRoll = false, onClose, children }: Props) {
  const { language } = useTranslation()
  const sheets = useRef<HTMLElement>(null)
  useEffect(() => {
    let stopped = false
    void Promise.allSettled([
      document.fonts.load('400 16px "Readex Pro"', language === 'ar' ? 'ع' : 'a'),
      ...[...sheets.current!.querySelectorAll('img')].map((image) => image.decode()),
    ]).then(() => {
      if (stopped) return
      const size = isRoll ? `80mm ${lengthOfRoll(sheets.current!)}mm` : 'A4'
      const page = new CSSStyleSheet()
      page.replaceSync(`@page { size: ${size}; margin: 0 }`)
      document.adoptedStyleSheets.push(page)
      print()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
      onClose()
    })
    return () => {
      stopped = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return createPortal(
    <section data-paper className="fee-job hidden print:block" ref={sheets} lang={language}>
      {children}
    </section>,
    document.body,
  )
}

/** How much of the roll the longest receipt takes, in millimetres: a printer cuts after each page. */
function lengthOfRoll(job: HTMLElement) {
  job.style.display = 'block'
  const longest = Math.max(...[...job.children].map((one) => one.getBoundingClientRect().height))
  job.style.display = ''
  return Math.ceil((longest * 25.4) / 96) + 1
}

/** The school on one side, the title of the sheet and its day on the other. */
export function HeadOfFees({ title, day }: { title: string; day: ReactNode }) {
  const school = useDefaultSchool()
  return (
    <header className="fee-head">
      <div className="fee-school">
        {school?.imageUrl && <img src={school.imageUrl} alt="" />}
        <h1>
          <Bdi>{school?.name}</Bdi>
        </h1>
      </div>
      <div>
        <h2>{title}</h2>
        {day}
      </div>
    </header>
  )
}
