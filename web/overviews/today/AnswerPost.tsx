import { posts } from '#contract/messages/posts/posts.ts'
import { today } from '#contract/overviews/today/today.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { namedDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Props = { postId: string; answers: readonly string[]; answerBy: string | null }

/** The answers to a question of the school. It stays on home until the parent has chosen one, or its day is over. */
export function AnswerPost({ postId, answers, answerBy }: Props) {
  const { t, language } = useTranslation()
  const { mutateAsync: answer, isPending } = useWrite(posts.answer)
  const choose = (one: string) =>
    void answer({ postId, answer: one })
      .then(() => {
        toast({ title: t('today.answered') })
        return stale(today.get)
      })
      .catch(toastRefusal)
  return (
    <fieldset className="flex flex-wrap gap-2 px-3 pb-2">
      <legend className="mb-2 text-sm text-muted">
        {answerBy ? t('today.answerUntil', { day: namedDay(answerBy, language) }) : t('today.pleaseAnswer')}
      </legend>
      {answers.map((one) => (
        <Button key={one} disabled={isPending} onClick={() => choose(one)}>
          <Bdi>{one}</Bdi>
        </Button>
      ))}
    </fieldset>
  )
}
