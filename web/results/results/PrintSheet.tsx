import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { todayIn } from '#web/lib/days.ts'
import { textsOf } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import type { ResultList } from './SheetTable.tsx'
import './sheet.css'

type Props = {
  sheet: ResultList
  school: { name: string; imageUrl: string | null; timeZone: string }
  language: 'ar' | 'en'
  onClose: () => void
}

type Words = Awaited<ReturnType<typeof textsOf>>

/** A list on A4, lying where it has many columns, its headings on every page; it goes when the browser's dialog is closed. */
export function PrintSheet({ sheet, school, language, onClose }: Props) {
  const [words, setWords] = useState<Words>()
  const sheets = useRef<HTMLElement>(null)
  const isWide = sheet.columns.length > 8
  useEffect(() => {
    textsOf('.results', language)
      .then((found) => setWords(() => found))
      .catch((problem: unknown) => {
        toastRefusal(problem)
        onClose()
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => {
    if (!words) return
    let stopped = false
    const fonts = ['ع', 'a'].flatMap((letter) => [400, 650].map((weight) => ({ letter, weight })))
    void Promise.allSettled([
      ...fonts.map(({ letter, weight }) => document.fonts.load(`${weight} 16px "Readex Pro"`, letter)),
      ...[...sheets.current!.querySelectorAll('img')].map((image) => image.decode()),
    ]).then(() => {
      if (stopped) return
      const page = new CSSStyleSheet()
      page.replaceSync(`@page { size: A4 ${isWide ? 'landscape' : 'portrait'}; margin: 8mm 0 }`)
      document.adoptedStyleSheets.push(page)
      print()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
      onClose()
    })
    return () => {
      stopped = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the words are there
  }, [words])
  return createPortal(
    <section data-paper className="sheet-job" ref={sheets}>
      {words && <PrintedSheet sheet={sheet} school={school} language={language} words={words} isWide={isWide} />}
    </section>,
    document.body,
  )
}

/** Digits and days as readers of Arabic in Egypt write them on paper. */
const digitsIn = (text: string, language: 'ar' | 'en') =>
  language === 'ar' ? text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!).replaceAll('.', '٫') : text

const writtenDay = (day: string, language: 'ar' | 'en') =>
  new Intl.DateTimeFormat(`${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-latn-ca-gregory`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))

function headClass(key: string) {
  if (key === 'notes') return 'sheet-notes'
  if (key === 'name') return 'sheet-name'
  return /^(course|part) /.test(key) ? 'sheet-figure' : undefined
}

function PrintedSheet({
  sheet,
  school,
  language,
  words,
  isWide,
}: Omit<Props, 'onClose'> & { words: Words; isWide: boolean }) {
  const digits = (text: string | number) => digitsIn(String(text), language)
  // Of texts only plain numbers, such as those of seats; a code stands as it is issued.
  const wordOf = (text: string) => (/^\d+$/.test(text) ? digits(text) : text)
  const { title, columns, rows, list } = sheet
  return (
    <article
      className={cx('sheet', isWide && 'sheet-wide', columns.length > 13 && 'sheet-dense')}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
    >
      <div className="sheet-head">
        <div className="sheet-school">
          <bdi>{school.name}</bdi>
        </div>
        {school.imageUrl ? <img src={school.imageUrl} alt="" /> : <span />}
        <div className="sheet-day">
          <div>{digits(writtenDay(todayIn(school.timeZone), language))}</div>
          <div>
            <strong>{digits(sheet.note)}</strong>
          </div>
        </div>
      </div>
      <h1>
        {title}
        <small>
          <bdi>{sheet.about}</bdi>
        </small>
      </h1>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, name, fullMark }) => (
              <th key={key} scope="col" className={headClass(key)}>
                <bdi>{name}</bdi>
                {fullMark !== null && <small>{digits(fullMark)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells }, nth) => (
            <tr key={nth}>
              {cells.map(({ text, number }, at) => (
                <td
                  key={columns[at]!.key}
                  className={cx(columns[at]!.isText && 'sheet-text', columns[at]!.key === 'name' && 'sheet-name')}
                >
                  <bdi dir={text === null ? 'ltr' : undefined}>
                    {text === null ? digits(number ?? '') : wordOf(text)}
                  </bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(list === 'register' || list === 'classSheet') && (
        <div className="sheet-signs">
          {(['entered', 'checked', 'head'] as const).map((who) => (
            <div key={who}>{words(`results.sheets.signs.${who}`)}</div>
          ))}
        </div>
      )}
    </article>
  )
}
