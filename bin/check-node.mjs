// Syntax that an old Node understands, so that it can print that it is too old.
var version = process.versions.node.split('.').map(Number)

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error('Kashkool needs Node 20.19 or later; this is Node ' + process.versions.node + '.')
  process.exit(1)
}
