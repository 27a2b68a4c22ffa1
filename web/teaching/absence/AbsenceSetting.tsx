import { lazy, useState } from 'react'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { wholeTyped } from '#web/lib/text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { differingLines, type UnsavedEdit, useTyped } from '#web/records/unsaved-edit.ts'
import { PublishedRules } from '#web/records/PublishedRules.tsx'
import { useSaving } from '#web/records/saving.ts'
import { WithUnsavedEdit } from '#web/records/WithUnsavedEdit.tsx'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { Presets } from './Presets.tsx'
import { RuleCard } from './RuleCard.tsx'
import { TriedRules } from './TriedRules.tsx'
import type { RuleInEditor, Rules } from './words.ts'

const RuleForm = lazy(part(async () => (await import('./RuleForm.tsx')).RuleForm))

const DayRules = lazy(part(async () => (await import('./DayRules.tsx')).DayRules, '.lessons'))

/** The rules of absence as sentences with numbers; nothing counts until it is saved here. */
export function AbsenceSetting({ school }: { school: OwnSchool }) {
  const { data, error, refetch } = useRead(absenceRules.get, { schoolId: school.id })
  const { t } = useTranslation()
  return (
    <Screen title={t('absence.rules.title')} lead={t('absence.rules.lead')}>
      {data ? (
        <WithUnsavedEdit key={school.id} stored={data} id={`rules ${school.id}`}>
          {(kept) => <Editor key={`${kept.began.version} ${kept.draft.round}`} kept={kept} school={school} />}
        </WithUnsavedEdit>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
      <LazyPart>
        <DayRules school={school} />
      </LazyPart>
    </Screen>
  )
}

type Typed = { rules: RuleInEditor[]; within: number }

function Editor({ kept, school }: { kept: UnsavedEdit<Rules>; school: OwnSchool }) {
  const { t } = useTranslation()
  const { began: stored, newer, draft } = kept
  const restored = draft.restored as Typed | null
  const [rules, setRules] = useState(restored?.rules ?? stored.rules.map(asDraft))
  const [within, setWithin] = useState(restored?.within ?? stored.excuseWithin)
  const [editing, setEditing] = useState<number | null>(null)
  const [trying, setTrying] = useState(false)
  const change = useChange(absenceRules.save)
  const { saving, save } = useSaving()
  const { data: known } = useRead(grades.list, { schoolId: school.id })
  const names = new Map((known ?? []).map(({ id, name }) => [id, name]))
  const isChanged =
    within !== stored.excuseWithin || JSON.stringify(rules) !== JSON.stringify(stored.rules.map(asDraft))

  const put = (at: number, rule: RuleInEditor) => setRules(rules.toSpliced(at, at < rules.length ? 1 : 0, rule))
  const store = (baseVersion: number) =>
    change({ schoolId: school.id, excuseWithin: within, rules, baseVersion }).then(() => kept.onTyped(false))
  useTyped(kept, isChanged, { rules, within } satisfies Typed)

  return (
    <div className="space-y-5">
      {restored && <Restored onDiscard={draft.discard} />}
      {newer && (
        <TwoVersions
          differences={[
            ...(within === newer.excuseWithin
              ? []
              : [{ label: t('absence.rules.within'), mine: String(within), theirs: String(newer.excuseWithin) }]),
            { label: t('absence.rules.title'), ...differingLines(rules, newer.rules.map(asDraft), inWords(t)) },
          ]}
          onMine={() => store(newer.version)}
          onTheirs={() => kept.onTyped(false)}
        />
      )}
      {rules.length === 0 && <Empty sentence={t('absence.rules.none')} />}
      <ul className="space-y-3">
        {rules.map((rule, at) => (
          <li key={rule.id ?? at}>
            <RuleCard
              rule={rule}
              grades={names}
              onEdit={() => setEditing(at)}
              onRemove={() => setRules(rules.toSpliced(at, 1))}
              onActive={(active) => put(at, { ...rule, active })}
            />
          </li>
        ))}
      </ul>
      <Within days={within} onChange={setWithin} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setEditing(rules.length)}>{t('absence.rules.add')}</Button>
        {rules.length > 0 && <Button onClick={() => setTrying(true)}>{t('absence.rules.try')}</Button>}
        <Button
          tone="primary"
          disabled={!isChanged || saving || newer !== null}
          onClick={() => save(() => store(stored.version))}
        >
          {t('common.save')}
        </Button>
      </div>
      <AskIfTyped isTyped={isChanged} />
      {trying && <TriedRules schoolId={school.id} rules={rules} />}
      <Presets schoolId={school.id} onTake={(taken) => setRules([...rules, ...taken])} />
      <PublishedRules topic="absence" />
      {editing !== null && (
        <LazyPart onClose={() => setEditing(null)}>
          <RuleForm
            rule={rules[editing] ?? null}
            grades={names}
            onSave={(rule) => {
              put(editing, rule)
              setEditing(null)
              setTrying(false)
            }}
            onClose={() => setEditing(null)}
          />
        </LazyPart>
      )}
    </div>
  )
}

/** Until how many days after an absence parents may excuse it. */
function Within({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation()
  return (
    <Card>
      <label className="flex flex-wrap items-center gap-3">
        {t('absence.rules.within')}
        <input
          inputMode="numeric"
          dir="ltr"
          value={days}
          onChange={({ target }) => onChange(Math.min(60, wholeTyped(target.value)))}
          className="min-h-11 w-20 rounded-field border border-line bg-surface px-3"
        />
      </label>
    </Card>
  )
}

const asDraft = ({ version: _, ...rule }: Rules['rules'][number]): RuleInEditor => rule

const inWords =
  (t: (key: string) => string) =>
  ({ ruleName, counted, steps }: RuleInEditor) =>
    [isolated(ruleName), t(`absence.counted.${counted}`), steps.map(({ at }) => at).join(t('common.comma'))].join(' · ')
