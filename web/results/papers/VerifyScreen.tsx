import { BadgeCheck, CircleAlert, CloudOff, type LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pastedCode } from '#contract/results/papers/paper-code.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { openOffline } from '#web/lib/worker.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { type Checked, checkPaper } from './checking.ts'
import { Begin, HowChecked, OtherLanguage, TypedCode } from './VerifyGuide.tsx'

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
            {!now && <Loading as="cards" count={1} />}
            {now && 'problem' in now && <Card>{sentenceFrom(now.problem)}</Card>}
            {now && 'result' in now && <Result result={now.result} />}
          </div>
        )}
        {!code && <Begin />}
        <HowChecked />
        {code && <TypedCode key={code} />}
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
  // A part of an address proves nothing against a paper.
  noCode: 'border-accent bg-wait-soft text-wait',
}

const signs: Record<Verdict, LucideIcon> = {
  genuine: BadgeCheck,
  offline: CloudOff,
  cannot: CloudOff,
  revoked: CircleAlert,
  forged: CircleAlert,
  unknown: CircleAlert,
  noCode: CircleAlert,
}

function Result({ result }: { result: Checked }) {
  const { t } = useTranslation()
  const verdict = verdictOf(result)
  const Sign = signs[verdict]
  return (
    <section className={cx('rounded-card border p-5', tones[verdict])} data-verdict={verdict}>
      <h2 className="flex items-start gap-3 text-xl">
        <Sign className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
        <span>
          {t(`verify.is.${verdict}`)}
          <span className="block text-sm">
            <OtherLanguage of={`verify.is.${verdict}`} />
          </span>
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
        <Fact of={ofFees.has(known.kind) ? 'amount' : 'result'}>
          <Pieces of={known.result} />
        </Fact>
      )}
    </dl>
  )
}

/** Receipts of fees say an amount where cards say a result. */
const ofFees = new Set(['receipt', 'reversal'])

/** 'Total / full mark · percent · band': figures are read from the left, also beside an Arabic band. */
const Pieces = ({ of }: { of: string }) =>
  of.split(' · ').map((piece, nth) => (
    <Fragment key={piece}>
      {nth > 0 && ' · '}
      {/^[\d./ %]+$/.test(piece) ? <Digits>{piece}</Digits> : <Bdi>{piece}</Bdi>}
    </Fragment>
  ))

const Fact = ({ of, children }: { of: string; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-x-3 border-t border-line py-2">
      <dt className="w-28 shrink-0 text-muted">{t(`verify.fact.${of}`)}</dt>
      <dd className="min-w-0 flex-1 basis-40 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
