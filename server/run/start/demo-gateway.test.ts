import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the gateway of the demo is waited for, also where nothing else keeps the process running', () => {
  const script = `import { startDemoGateway } from './server/run/start/demo-gateway.ts'; console.log(await startDemoGateway())`
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ status, said: stdout.trim() }).toEqual({
    status: 0,
    said: expect.stringMatching(/^http:\/\/localhost:\d+$/),
  })
})
