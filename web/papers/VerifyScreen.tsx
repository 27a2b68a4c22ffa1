import { BadgeCheck, CircleAlert, CloudOff, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pastedCode } from '#contract/papers/paper-code.ts'
import { type Language, textsOf, useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { openOffline } from '#web/lib/worker.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { type Checked, checkPaper } from './checking.ts'

type Verdict = 'genuine' | 'revoked' | 'offline' | 'forged' | 'unknown' | 'noCode' | 'cannot'

/** Whether a paper of a school is genuine, for anybody who holds one: the code is in the address, or is typed in. */
export function VerifyScreen() {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const code = pastedCode(hash)
  const [checked, setChecked] = useState<{ code: string; result: Checked } | { code: string; problem: unknown }>()
  useEffect(() => {
    if (!code) return
    let stopped = false
    checkPaper(code)
      .then((result) => !stopped && setChecked({ code, result }))
      .catch((problem: unknown) => !stopped && setChecked({ code, problem }))
      // From now on this page opens without a network too.
      .finally(() => void openOffline().catch(() => undefined))
    return () => {
      stopped = true
    }
  }, [code])
  const now = checked?.code === code ? checked : undefined

  return (
    <Screen title={t('verify.title')} narrow>
      <div className="space-y-5">
        {code && (
          <div aria-live="polite">
            {!now ? (
              <Loading as="cards" count={1} />
            ) : 'problem' in now ? (
              <Card>{sentenceFrom(now.problem)}</Card>
            ) : (
              <Result result={now.result} />
            )}
          </div>
        )}
        <Explained />
        <TypedCode key={code} />
      </div>
    </Screen>
  )
}

function verdictOf(result: Checked): Verdict {
  if (result.is === 'noCode') return 'noCode'
  const { signature, known } = result
  if (signature === false) return 'forged'
  if (!known) return signature ? 'offline' : 'cannot'
  if (known.state === 'unknown') return 'unknown'
  return known.state === 'revoked' ? 'revoked' : 'genuine'
}

const tones: Record<Verdict, string> = {
  genuine: 'border-ok bg-ok-soft text-ok',
  offline: 'border-accent bg-wait-soft text-wait',
  cannot: 'border-accent bg-wait-soft text-wait',
  revoked: 'border-danger bg-danger-soft text-danger',
  forged: 'border-danger bg-danger-soft text-danger',
  unknown: 'border-danger bg-danger-soft text-danger',
  noCode: 'border-danger bg-danger-soft text-danger',
}

function Result({ result }: { result: Checked }) {
  const { t } = useTranslation()
  const verdict = verdictOf(result)
  const Sign =
    verdict === 'genuine' ? BadgeCheck : verdict === 'offline' || verdict === 'cannot' ? CloudOff : CircleAlert
  return (
    <section className={cx('rounded-card border p-5', tones[verdict])} data-verdict={verdict}>
      <h2 className="flex items-start gap-3 text-xl">
        <Sign className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
        <span>
          {t(`verify.is.${verdict}`)}
          <OtherLanguage of={`verify.is.${verdict}`} className="block text-sm" />
        </span>
      </h2>
      <div className="mt-3 text-ink">
        <p>{t(`verify.means.${verdict}`)}</p>
        {result.is === 'checked' && <Facts result={result} verdict={verdict} />}
        {result.is === 'checked' && result.signature === null && result.known && (
          <p className="mt-3 text-sm text-muted">{t('verify.byServer')}</p>
        )}
      </div>
    </section>
  )
}

function Facts({ result, verdict }: { result: Extract<Checked, { is: 'checked' }>; verdict: Verdict }) {
  const { t } = useTranslation()
  const { known, schoolName, day } = result
  if (verdict === 'offline')
    return (
      <dl className="mt-3">
        {schoolName && <Fact of="school">{<Bdi>{schoolName}</Bdi>}</Fact>}
        <Fact of="day">
          <Day day={day} named />
        </Fact>
      </dl>
    )
  if (!known?.kind || (verdict !== 'genuine' && verdict !== 'revoked')) return null
  return (
    <dl className="mt-3">
      {known.revokedOn && (
        <Fact of="revokedOn">
          <Day day={known.revokedOn} named />
        </Fact>
      )}
      <Fact of="school">
        <Bdi>{known.schoolName}</Bdi>
      </Fact>
      <Fact of="paper">
        {t(`verify.kind.${known.kind}`)} <Digits>{known.number}</Digits>
      </Fact>
      <Fact of="student">
        <Bdi>{known.studentName}</Bdi>
      </Fact>
      <Fact of="class">
        <Bdi>{known.classRoomName}</Bdi>
      </Fact>
      <Fact of="day">
        <Day day={known.day!} named />
      </Fact>
      {known.result && (
        <Fact of="result">
          <Bdi>{known.result}</Bdi>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ of, children }: { of: string; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-x-3 border-t border-line py-2">
      <dt className="w-28 shrink-0 text-muted">{t(`verify.fact.${of}`)}</dt>
      <dd className="min-w-0 flex-1 basis-40 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** What this page is, for somebody who has never heard of us, in both languages: nobody knows who holds the paper. */
function Explained() {
  const { t } = useTranslation()
  const steps = ['what', 'compare', 'shows', 'privacy']
  return (
    <Card className="space-y-3">
      <h2 className="text-lg">{t('verify.how')}</h2>
      {steps.map((step) => (
        <p key={step}>{t(`verify.explain.${step}`)}</p>
      ))}
      <div className="border-t border-line pt-3 text-sm text-muted">
        <OtherLanguage of="verify.explain.short" />
      </div>
    </Card>
  )
}

/** The same in the language that the page is not in. */
function OtherLanguage({ of, className }: { of: string; className?: string }) {
  const { language } = useTranslation()
  const other: Language = language === 'ar' ? 'en' : 'ar'
  const [text, setText] = useState('')
  useEffect(() => {
    let stopped = false
    textsOf('.verify', other)
      .then((read) => !stopped && setText(read(of)))
      // It says nothing that does not stand there already.
      .catch(() => undefined)
    return () => {
      stopped = true
    }
  }, [other, of])
  return (
    <span lang={other} dir={other === 'ar' ? 'rtl' : 'ltr'} className={className}>
      {text}
    </span>
  )
}

/** For a paper whose code no camera reads: its address, typed or pasted. */
function TypedCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (pastedCode(text)) void navigate({ pathname: paths.verify(), hash: pastedCode(text) })
      }}
    >
      <label className="min-w-0 flex-1 basis-60">
        <span className="mb-1 block text-sm">{t('verify.paste')}</span>
        <input
          dir="ltr"
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={2000}
          className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
      </label>
      <Button type="submit" icon={<Search className="size-5" aria-hidden="true" />}>
        {t('verify.check')}
      </Button>
    </form>
  )
}
