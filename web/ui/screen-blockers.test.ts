import { NavigationType } from 'react-router'
import { expect, test } from 'vitest'
import { type BlockedStep, blockerOf, mayGoOn, register } from './screen-blockers.ts'

const stepOf = (historyAction: NavigationType) => ({
  historyAction,
  nextLocation: { pathname: '/settings/grade', search: '', hash: '', state: null, key: '', mask: undefined },
})
const back = stepOf(NavigationType.Pop)
const link = stepOf(NavigationType.Push)

const form = () => ({ blocks: () => true, onBlocked: (_: BlockedStep) => undefined })
const over = () => ({
  isOver: true,
  blocks: ({ historyAction }: { historyAction: NavigationType }) => historyAction === NavigationType.Pop,
  onBlocked: (_: BlockedStep) => undefined,
})

test('Back closes the topmost of what lies over a screen, and a link asks for what is typed below', () => {
  const [menu, dialog, typed] = [over(), over(), form()]
  const closeMenu = register(menu)
  const closeDialog = register(dialog)
  const store = register(typed) // such as a form whose submission was refused meanwhile
  expect(blockerOf(back)).toBe(dialog)
  expect(blockerOf(link)).toBe(typed)
  closeDialog()
  expect(blockerOf(back)).toBe(menu)
  closeMenu()
  expect(blockerOf(back)).toBe(typed)
  store()
  expect(blockerOf(back)).toBeUndefined()
  expect(blockerOf(link)).toBeUndefined()
})

test('who is to go on to an address is asked first where something is lost by it', async () => {
  expect(await mayGoOn('/auth')).toBe(true)
  let asked: BlockedStep | undefined
  const store = register({
    blocks: ({ nextLocation }) => nextLocation.pathname === '/auth',
    onBlocked: (step) => void (asked = step),
  })
  expect(await mayGoOn('/posts?tab=all')).toBe(true)
  const stays = mayGoOn('/auth?next=1')
  asked!.reset()
  expect(await stays).toBe(false)
  const goes = mayGoOn('/auth')
  asked!.proceed()
  expect(await goes).toBe(true)
  store()
})
