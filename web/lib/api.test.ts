import { expect, onTestFinished, test, vi } from 'vitest'
import { students } from '#contract/people/students/students.ts'
import { wholeNow } from './api.ts'

const input = { classRoomId: '0198c5a2-7f00-7000-8000-000000000001' }

test('a whole list as it is stored now is no answer that was on its way before', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' })
  const waiting: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      waiting.push(resolve)
    })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const answer = () => Response.json([], { headers: { 'x-total-count': '0' } })

  const before = wholeNow(students.ofClass, input).catch(() => 'given up')
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  const now = wholeNow(students.ofClass, input)
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[0]!(answer())
  waiting[1]!(answer())
  expect(await now).toEqual([])
  expect(await before).toBe('given up')
})
