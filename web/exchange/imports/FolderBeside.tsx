import { useRef, useState } from 'react'
import { besideKinds } from '#contract/exchange/imports/folder-shapes.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { changeImport, type Folder, type Import } from './import.ts'
import { StaffToInvite } from './StaffToInvite.tsx'
import { freshIn } from './steps.ts'

type Kind = Folder['takes'][number]
type Ticks = { takes?: Kind[] | undefined; invites?: boolean | undefined }

/**
 * What a folder contains besides its students. Each part is imported unless it is deselected; invitations are sent only if they
 * are selected.
 */
export function FolderBeside({ draft }: { draft: Import }) {
  const { t } = useTranslation()
  const { data } = useRead(imports.folder, { importId: draft.id }, { enabled: draft.files.length > 0 })
  // Selected, but not answered yet. The next selection starts from it.
  const [ticked, setTicked] = useState<Ticks>({})
  const turn = useRef(Promise.resolve())
  if (!data) return null

  const { courses, year, staff } = data
  const { takes = data.takes, invites = draft.invites } = ticked
  const fresh = courses.filter(({ isNew }) => isNew).length
  const reached = staff.filter(({ willBeInvited }) => willBeInvited).length
  const words: Record<Kind, string> = {
    courses: t('imports.folder.courses', { count: fresh }),
    teaching: t('imports.folder.teaching'),
    staff: t('imports.folder.inviteStaff', { count: reached }),
    year: t('imports.folder.year', { name: isolated(year?.name ?? '') }),
  }

  function change(input: Ticks) {
    setTicked((before) => ({ ...before, ...input }))
    turn.current = turn.current.then(() => keep(input))
  }

  async function keep(input: Ticks) {
    try {
      await changeImport(imports.setColumns, { importId: draft.id, ...input })
      await queryClient.invalidateQueries({ queryKey: ['Import', imports.folder.path] })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setTicked((now) => ({
        ...(now.takes !== input.takes && { takes: now.takes }),
        ...(now.invites !== input.invites && { invites: now.invites }),
      }))
    }
  }

  return (
    <>
      <fieldset className="mb-6 rounded-card border border-line bg-surface px-5 py-4">
        <legend className="sr-only">{t('imports.folder.beside')}</legend>
        <p className="font-semibold" aria-hidden="true">
          {t('imports.folder.beside')}
        </p>
        {freshIn(data).map((kind) => (
          <Tick
            key={kind}
            word={words[kind]}
            checked={takes.includes(kind)}
            onChange={(on) => change({ takes: besideKinds.filter((one) => (one === kind ? on : takes.includes(one))) })}
          />
        ))}
        <Tick
          word={t('imports.folder.invites')}
          hint={t('imports.folder.invitesMeans')}
          checked={invites}
          onChange={(on) => change({ invites: on })}
        />
      </fieldset>
      <StaffToInvite staff={staff} invites={takes.includes('staff')} />
    </>
  )
}

type TickProps = { word: string; hint?: string; checked: boolean; onChange: (on: boolean) => void }

const Tick = ({ word, hint, checked, onChange }: TickProps) => (
  <label className="flex min-h-11 items-start gap-3 py-2">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="mt-0.5 size-5 shrink-0 accent-(--primary)"
    />
    <span>
      {word}
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </span>
  </label>
)
