// Lets a process run TypeScript; built processes have files of their own.
import 'tsx';
