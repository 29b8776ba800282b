export { freePort, isFree, type PortRange, portsOfServices } from './freePort.ts';
