import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('the gateway of the demo is waited for, also where nothing else keeps the process running', () => {
  const script = `import { startDemoGateway } from './server/run/start/demo-gateway.ts'; console.log(await startDemoGateway(new Date(1_796_000_000_000)))`
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ status, said: stdout.trim() }).toEqual({
    status: 0,
    said: expect.stringMatching(/^http:\/\/localhost:\d+$/),
  })
})

test('its numbers begin where they are wanted, because a school has stored those of the start before', async () => {
  const child = fork('test/world/gateways/server.mjs', ['0', '96000000'])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const answer = await fetch(`http://127.0.0.1:${port}/v1/intention`, {
    method: 'POST',
    headers: { authorization: 'Token sk-demo', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 5000, currency: 'EGP', payment_methods: [1] }),
  })
  child.kill()
  expect(await answer.json()).toMatchObject({ intention_order_id: 217_000_000 + 96_000_000 })
})
