import { useMemo, useState } from 'react'
import { Copy, Pencil } from 'lucide-react'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { WhileKept } from '#web/records/WhileKept.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Band } from './ChildResults.tsx'
import { blankScheme, type Scheme, schemeDraftOf, type SchemeInEditor } from './scheme-draft.ts'
import { SchemeForm } from './SchemeForm.tsx'
import { SchemeUses } from './SchemeUses.tsx'
import { useNameOf } from './words.ts'
import { WeightBar } from './WeightBar.tsx'

/** How marks are made: schemes, which of them applies where, and what ministries published. */
export function SchemeStep({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(resultSchemes.list, { schoolId: school.id })
  const [editing, setEditing] = useState<SchemeInEditor | null>(null)
  const [isTyped, setTyped] = useState(false)
  return (
    <Screen title={t('results.schemes.title')} lead={t('results.schemes.lead')}>
      {!data && <LoadingOrFailed error={error} again={refetch} count={4} />}
      {data && editing && (
        <Editor schoolId={school.id} start={editing} schemes={data} onClose={() => setEditing(null)} />
      )}
      {data && !editing && (
        <AskBeforeLosing isTyped={isTyped} go={setEditing}>
          {(edit) => (
            <div className="space-y-6">
              {data.length === 0 && <Empty sentence={t('results.schemes.none')} />}
              <ul className="space-y-3">
                {data.map((scheme) => (
                  <li key={scheme.id}>
                    <SchemeCard scheme={scheme} schoolId={school.id} onEdit={() => edit(schemeDraftOf(scheme))} />
                  </li>
                ))}
              </ul>
              <Button tone={data.length === 0 ? 'primary' : 'plain'} onClick={() => edit(blankScheme)}>
                {t('results.schemes.add')}
              </Button>
              {data.length > 0 && (
                <SchemeUses schoolId={school.id} schemes={data} isTyped={isTyped} onTyped={setTyped} />
              )}
              <Presets schoolId={school.id} onTake={edit} />
            </div>
          )}
        </AskBeforeLosing>
      )}
    </Screen>
  )
}

type EditorProps = { schoolId: string; start: SchemeInEditor; schemes: readonly Scheme[]; onClose: () => void }

/** A new scheme, or one that is stored: what a colleague stores meanwhile stands beside it. One that is removed stays as it was. */
function Editor({ schoolId, start, schemes, onClose }: EditorProps) {
  const stored = useMemo(() => {
    const scheme = schemes.find(({ id }) => id === start.id)
    return scheme ? schemeDraftOf(scheme) : null
  }, [schemes, start.id])
  const [last, setLast] = useState(stored)
  if (stored && stored !== last) setLast(stored)
  return (
    <WhileKept stored={stored ?? last ?? start} id={`scheme ${start.id ?? start.name}`}>
      {(kept) => (
        <SchemeForm
          key={`${kept.began.baseVersion} ${kept.draft.round}`}
          schoolId={schoolId}
          kept={kept}
          onClose={onClose}
        />
      )}
    </WhileKept>
  )
}

function SchemeCard({ scheme, schoolId, onEdit }: { scheme: Scheme; schoolId: string; onEdit: () => void }) {
  const { t } = useTranslation()
  const copy = useChange(resultSchemes.copy)
  const remove = useChange(resultSchemes.remove)
  const { saving, save } = useSaving()
  const name = t('results.schemes.copyName', { name: scheme.name })
  return (
    <Card className="space-y-3">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 className="text-base">
            <Bdi>{scheme.name}</Bdi>
          </h2>
          <p className="text-sm text-muted">
            {t('results.schemes.version', { version: scheme.version })} ·{' '}
            {t('results.schemes.uses', { count: scheme.uses })}
          </p>
        </div>
        <span className="flex">
          <IconButton label={t('results.schemes.edit', { name: scheme.name })} onClick={onEdit}>
            <Pencil className="size-5" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('results.schemes.copy', { name: scheme.name })}
            disabled={saving}
            onClick={() => save(() => copy({ schoolId, schemeId: scheme.id, name }))}
          >
            <Copy className="size-5" aria-hidden="true" />
          </IconButton>
          <RemoveWithUndo
            name={scheme.name}
            thing={{ schoolId, kind: 'resultScheme', id: scheme.id }}
            run={() => remove({ schoolId, schemeId: scheme.id })}
          />
        </span>
      </div>
      <Parts parts={scheme.parts} />
    </Card>
  )
}

function Parts({ parts }: Pick<Scheme, 'parts'>) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return (
    <>
      <WeightBar weights={parts.map(({ weight }) => weight)} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {parts.map((part) => (
          <li key={part.id}>
            <Bdi>{nameOf(part)}</Bdi> <Digits>{part.weight}%</Digits>{' '}
            <span className="text-muted">({t(`results.source.${part.source}`)})</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Distributions of ministries as they were collected; none applies before the school saves it. */
function Presets({ schoolId, onTake }: { schoolId: string; onTake: (scheme: SchemeInEditor) => void }) {
  const { t, language } = useTranslation()
  const nameOf = useNameOf()
  const { data } = useRead(resultSchemes.presets, { schoolId })
  if (!data) return null
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('results.presets.title')}</h2>
      <p className="text-muted">{t('results.presets.lead')}</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map((preset) => (
          <li key={preset.key}>
            <Card className="flex h-full flex-col gap-2">
              <h3 className="text-base">{nameOf(preset)}</h3>
              <Parts parts={preset.parts} />
              {preset.bands.length > 0 && (
                <ul className="space-y-1 text-sm">
                  {preset.bands.map((band) => (
                    <li key={band.from} className="flex flex-wrap items-baseline gap-x-2">
                      <Band band={band} /> <span>{t('results.presets.from', { from: band.from })}</span>
                      <span className="text-muted">{language === 'ar' ? band.saysAr : band.says}</span>
                    </li>
                  ))}
                </ul>
              )}
              <p className="text-sm text-muted">
                {t('results.schemes.source')}: <Bdi>{sourceInWords(preset.source)}</Bdi> ·{' '}
                {t('results.presets.collected', { year: preset.collectedIn })}
              </p>
              {preset.contradicts && (
                <p className="text-sm text-wait">
                  {t('results.presets.contradicts')}{' '}
                  <Bdi>{language === 'ar' ? preset.contradictsAr : preset.contradicts}</Bdi>
                </p>
              )}
              <Button
                className="mt-auto self-start"
                onClick={() =>
                  onTake({ ...schemeDraftOf(preset), name: nameOf(preset), parts: withoutIds(preset.parts) })
                }
              >
                {t('results.presets.take')}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

const withoutIds = (parts: Scheme['parts']) =>
  schemeDraftOf({ parts } as Scheme).parts.map((part) => ({ ...part, id: null }))
