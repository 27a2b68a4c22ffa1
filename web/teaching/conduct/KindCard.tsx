import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type KindInEditor, effectOf, sortOf } from './words.ts'

/** One kind of conduct: what it is, what it does to the mark, what may follow, and whether parents read it at once. */
export function KindCard({ kind, onEdit, onRemove }: { kind: KindInEditor; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation()
  const effect = effectOf({ isMerit: kind.isMerit === true, points: Number(kind.points) })
  return (
    <Card className="h-full">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-base [overflow-wrap:anywhere]">
          <Bdi>{kind.kindName}</Bdi>
        </h2>
        <span className="flex items-center">
          <IconButton label={t('conduct.kinds.edit', { name: kind.kindName })} onClick={onEdit}>
            <Pencil className="size-5" aria-hidden="true" />
          </IconButton>
          <IconButton label={t('conduct.kinds.remove', { name: kind.kindName })} onClick={onRemove}>
            <Trash2 className="size-5" aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <p>
        {sortOf(t, { isMerit: kind.isMerit === true, level: kind.level })}
        {effect && (
          <>
            {' · '}
            <Digits>{effect}</Digits>
          </>
        )}
      </p>
      {kind.measures.length > 0 && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">{t('conduct.kinds.measures')}: </span>
          <Bdi>{kind.measures.join(t('common.comma'))}</Bdi>
        </p>
      )}
      <p className="text-sm text-muted">{t(kind.parentsSee ? 'conduct.kinds.atOnce' : 'conduct.kinds.onceDecided')}</p>
      {kind.source && (
        <p className="text-sm text-muted">
          {t('conduct.kinds.source')}: <Bdi>{sourceInWords(kind.source)}</Bdi>
        </p>
      )}
    </Card>
  )
}
