import { useState } from 'react'
import { type RegisterColumn, registerColumns, registerOrders } from '#contract/results/results/register-columns.ts'
import { resultRegisters } from '#contract/results/results/registers.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { TypedBeside } from '#web/ui/typed.ts'

type Register = OutputOf<typeof resultRegisters.get>

/** Which columns the register of the school has, in their order: on every screen, paper and file. */
export function RegisterColumns({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(resultRegisters.get, { schoolId })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('results.columns.title')}
      description={t('results.columns.means')}
    >
      {data ? (
        <ColumnsForm register={data} onClose={onClose} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={6} />
      )}
    </Dialog>
  )
}

function ColumnsForm({
  register: { schoolId, columns, version },
  onClose,
}: {
  register: Register
  onClose: () => void
}) {
  const { t, language } = useTranslation()
  const change = useChange(resultRegisters.save)
  const [chosen, setChosen] = useState<readonly RegisterColumn[]>(columns)
  // What was read when this was opened: what others changed since then is not overwritten.
  const [baseVersion] = useState(version)
  const { saving, save } = useSaving()
  const rest = registerColumns.filter((key) => !chosen.includes(key))

  function move(from: number, to: number) {
    setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]!))
    // The row is taken out of the page and put back, which loses the focus.
    const focused = document.activeElement
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }

  const send = () => save(() => change({ schoolId, columns: [...chosen], baseVersion }), t('settings.saved'), onClose)

  return (
    <>
      <TypedBeside isTyped={chosen.join() !== columns.join()} />
      <ul className="mt-3 space-y-2">
        {registerOrders.map(({ key, columns: published, ...order }) => (
          <li key={key}>
            <Button onClick={() => setChosen(published)}>
              {t('results.columns.take', { name: language === 'ar' ? order.nameAr : order.name })}
            </Button>
            {order.source && (
              <p className="mt-1 text-sm text-muted">
                {t('results.schemes.source')}: <bdi>{sourceInWords(order.source)}</bdi> ·{' '}
                {t('results.presets.collected', { year: order.collectedIn ?? 0 })} ·{' '}
                {language === 'ar' ? order.contradictsAr : order.contradicts}
              </p>
            )}
          </li>
        ))}
      </ul>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {[...chosen, ...rest].map((key) => {
          const place = chosen.indexOf(key)
          const name = t(`results.columns.${key}`)
          return (
            <li key={key} className="flex min-h-12 items-center gap-2">
              <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-primary"
                  checked={place >= 0}
                  disabled={chosen.length === 1 && place === 0}
                  onChange={() => setChosen(place < 0 ? [...chosen, key] : chosen.toSpliced(place, 1))}
                />
                {name}
              </label>
              {place >= 0 && (
                <MoveButtons
                  up={t('results.columns.up', { name })}
                  down={t('results.columns.down', { name })}
                  place={place}
                  last={chosen.length - 1}
                  onMove={move}
                />
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button tone="primary" disabled={saving} onClick={send}>
          {t(saving ? 'common.submitting' : 'common.save')}
        </Button>
      </div>
    </>
  )
}
