import { lazy, useMemo, useState } from 'react'
import { Copy, Pencil } from 'lucide-react'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { useRead } from '#web/lib/api.ts'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { WithUnsavedEdit } from '#web/records/WithUnsavedEdit.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Band } from './ChildResults.tsx'
import type { Grade } from './plan.ts'
import { blankScheme, type Scheme, schemeDraftOf, type SchemeInEditor } from './scheme-draft.ts'
import { SchemeForm } from './SchemeForm.tsx'
import { SchemeUses } from './SchemeUses.tsx'
import { useNameOf } from './words.ts'
import { SchemeParts } from './SchemeParts.tsx'

const RemarkSettings = lazy(
  part(() => codeWithTexts(async () => (await import('./RemarkSettings.tsx')).RemarkSettings, '.remarks')),
)

/** `opensRemarks`: the person came for the settings of remarks. */
type Props = { schoolId: string; termId: string; grade: Grade; opensRemarks: boolean }

/** The first step of a term: which scheme makes the marks of which course, the schemes themselves, and what ministries published. */
export function SchemeStep({ schoolId, termId, grade, opensRemarks }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(resultSchemes.list, { schoolId })
  const [editing, setEditing] = useState<SchemeInEditor | null>(null)
  const [isTyped, setTyped] = useState(false)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  if (editing) return <Editor schoolId={schoolId} start={editing} schemes={data} onClose={() => setEditing(null)} />
  return (
    <AskBeforeLosing isTyped={isTyped} go={setEditing}>
      {(edit) => (
        <div className="space-y-6">
          {data.length > 0 && (
            <SchemeUses {...{ schoolId, termId, grade }} key={termId + grade.id} schemes={data} onTyped={setTyped} />
          )}
          <section className="space-y-3">
            <h2 className="text-lg">{t('results.schemes.title')}</h2>
            <p className="max-w-prose text-muted">{t('results.schemes.lead')}</p>
            {data.length === 0 && <Empty sentence={t('results.schemes.none')} />}
            <ul className="grid gap-3 md:grid-cols-2">
              {data.map((scheme) => (
                <li key={scheme.id}>
                  <SchemeCard scheme={scheme} schoolId={schoolId} onEdit={() => edit(schemeDraftOf(scheme))} />
                </li>
              ))}
            </ul>
            <Button tone={data.length === 0 ? 'primary' : 'plain'} onClick={() => edit(blankScheme)}>
              {t('results.schemes.add')}
            </Button>
          </section>
          <Presets key={data.length} schoolId={schoolId} isFirst={data.length === 0} onTake={edit} />
          <OfRemarks schoolId={schoolId} startOpen={opensRemarks} />
        </div>
      )}
    </AskBeforeLosing>
  )
}

/** Who writes remarks on the cards; fetched when it is opened. */
function OfRemarks({ schoolId, startOpen }: { schoolId: string; startOpen: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(startOpen)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-semibold">{t('results.remarksSet')}</summary>
      {isOpen && (
        <LazyPart>
          <RemarkSettings schoolId={schoolId} />
        </LazyPart>
      )}
    </details>
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
    <WithUnsavedEdit stored={stored ?? last ?? start} id={`scheme ${start.id ?? start.name}`}>
      {(kept) => (
        <SchemeForm
          key={`${kept.began.baseVersion} ${kept.draft.round}`}
          schoolId={schoolId}
          kept={kept}
          onClose={onClose}
        />
      )}
    </WithUnsavedEdit>
  )
}

function SchemeCard({ scheme, schoolId, onEdit }: { scheme: Scheme; schoolId: string; onEdit: () => void }) {
  const { t } = useTranslation()
  const copy = useChange(resultSchemes.copy)
  const remove = useChange(resultSchemes.remove)
  const { saving, save } = useSaving()
  const name = t('results.schemes.copyName', { name: scheme.name })
  return (
    <Card className="h-full space-y-3">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h3 className="text-base">
            <Bdi>{scheme.name}</Bdi>
          </h3>
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
      <SchemeParts parts={scheme.parts} />
    </Card>
  )
}

type PresetsProps = {
  schoolId: string
  /** Whether the school has no scheme yet, so that they are where it begins. */
  isFirst: boolean
  onTake: (scheme: SchemeInEditor) => void
}

/** Distributions of ministries as they were collected; none applies before the school saves it. */
function Presets({ schoolId, isFirst, onTake }: PresetsProps) {
  const { t, language } = useTranslation()
  const nameOf = useNameOf()
  const { data } = useRead(resultSchemes.presets, { schoolId })
  if (!data) return null
  return (
    <details open={isFirst}>
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-semibold">{t('results.presets.title')}</summary>
      <p className="mb-3 max-w-prose text-muted">{t('results.presets.lead')}</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map((preset) => (
          <li key={preset.key}>
            <Card className="flex h-full flex-col gap-2">
              <h3 className="text-base">{nameOf(preset)}</h3>
              <SchemeParts parts={preset.parts} />
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
    </details>
  )
}

const withoutIds = (parts: Scheme['parts']) =>
  schemeDraftOf({ parts } as Scheme).parts.map((part) => ({ ...part, id: null }))
