import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Language, textsOf } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { toastRefusal } from './toast.ts'
import { QrCode } from './QrCode.tsx'

/**
 * A letter with the school's code that proves an account (`proof`), or with an invitation: to a parent, to a person without an account who
 * will work at the school, or to a teacher who has one. With a code where none can be sent to the number.
 */
export type Letter = { id: string } & (
  | ({ to: 'parent'; studentName: string; phoneNumber: string } & WithCode)
  | ({ to: 'staff'; phoneNumber: string } & WithCode)
  | { to: 'teacher' }
  | { to: 'proof'; personName: string; code: string; goodUntil: string }
)

type WithCode = { code?: string; goodUntil?: string }

type Read = Awaited<ReturnType<typeof textsOf>>
type Props = { schoolName: string; letters: readonly Letter[]; onClose: () => void }

/** One sheet per invited person, in both languages. Only these sheets are printed, and they are removed after it. */
export function Letters({ schoolName, letters, onClose }: Props) {
  const [read, setRead] = useState<Record<Language, Read> | null>(null)
  useEffect(() => {
    Promise.all([textsOf('.letter', 'ar'), textsOf('.letter', 'en')])
      .then(([ar, en]) => setRead({ ar, en }))
      .catch((problem: unknown) => {
        toastRefusal(problem)
        onClose()
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => {
    if (!read) return
    print()
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the texts are there
  }, [read])

  return createPortal(
    <section data-paper className="hidden print:block">
      {read &&
        letters.map((one) => (
          <article key={one.id} style={{ breakAfter: 'page' }}>
            {(['ar', 'en'] as const).map((language) => (
              <Half key={language} language={language} read={read[language]} schoolName={schoolName} letter={one} />
            ))}
          </article>
        ))}
    </section>,
    document.body,
  )
}

type HalfProps = { language: Language; read: Read; schoolName: string; letter: Letter }

function Half({ language, read, schoolName: school, letter }: HalfProps) {
  const address = location.origin + paths.auth()
  const values = {
    school: isolate(school),
    student: isolate('studentName' in letter ? letter.studentName : ''),
    phone: isolate('phoneNumber' in letter ? letter.phoneNumber : ''),
    person: isolate('personName' in letter ? letter.personName : ''),
    until: isolate(('goodUntil' in letter && letter.goodUntil) || ''),
    address: isolate(address),
  }
  const code = 'code' in letter ? letter.code : undefined
  const byCode = code !== undefined && letter.to !== 'proof'
  const text = (key: string) =>
    read(byCode && key === 'register' ? 'letter.registerByCode' : `letter.${letter.to}.${key}`, values)
  return (
    <div lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="mb-8 border-b border-line">
      <h1 className="mb-4 text-xl">
        <bdi>{school}</bdi>
      </h1>
      <p>{text('greeting')}</p>
      <p className="mt-2">{text('invites')}</p>
      <div className="mt-4 flex gap-6">
        <ol className="flex-1 space-y-2">
          {['open', 'register', 'ready'].map((step, nth) => (
            <li key={step}>
              {nth + 1}. {text(step)}
            </li>
          ))}
        </ol>
        <QrCode text={address} />
      </div>
      {code !== undefined && (
        <p dir="ltr" className="mt-4 text-center text-2xl font-semibold">
          {code}
        </p>
      )}
      <p className="mt-4 text-sm">{text('onlyYou')}</p>
    </div>
  )
}

/** Keeps a name, number or address together in a sentence of the other direction. */
const isolate = (text: string) => `\u2068${text}\u2069`
