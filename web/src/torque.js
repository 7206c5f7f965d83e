// Motor torque at its joint: an arc about the axis, three quarters of a turn at the largest torque; an arrow along one that slides.
import { BufferAttribute, BufferGeometry, ConeGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import { matrix } from './body.js';

const PARTS = 48, FULL = 1.5 * Math.PI, AHEAD = new Vector3(0, 0, 1);

export class Torque {
  constructor(joint, radius, color) {
    this.root = new Group();
    this.root.matrixAutoUpdate = false;
    this.inner = new Matrix4().makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(AHEAD, new Vector3(...joint.axis)));
    this.slides = joint.kind === 'slides';
    this.radius = radius;
    const material = new MeshBasicMaterial({ color, transparent: true, opacity: 0.9, depthTest: false, side: 2 }), width = 0.11 * radius;
    this.band = new Mesh(this.slides ? strip(radius, width) : ring(radius, width), material);
    this.head = new Mesh(new ConeGeometry(2.4 * width, 5 * width, 14), material);
    this.band.renderOrder = this.head.renderOrder = 9;
    this.root.add(this.band, this.head);
  }
  // before: the joint's frame before it moved. share: of the largest torque, with its sign.
  set(before, share) {
    const parts = Math.min(PARTS, Math.round(PARTS * Math.abs(share))), sign = share < 0 ? -1 : 1;
    this.root.visible = parts > 0;
    if (!parts) return;
    matrix(before, this.root.matrix).multiply(this.inner);
    this.root.matrixWorldNeedsUpdate = true;
    this.band.geometry.setDrawRange(0, 6 * parts);
    if (this.slides) {
      this.band.scale.z = sign;
      this.head.position.set(0, 0, (sign * 2 * this.radius * parts) / PARTS);
      this.head.rotation.x = (sign * Math.PI) / 2;
    } else {
      const angle = (sign * FULL * parts) / PARTS;
      this.band.scale.y = sign;
      this.head.position.set(this.radius * Math.cos(angle), this.radius * Math.sin(angle), 0);
      this.head.rotation.z = angle + (sign < 0 ? Math.PI : 0);
    }
  }
}

const ring = (radius, width) => ribbon((part, side) => {
  const angle = FULL * part, r = radius + side * width;
  return [r * Math.cos(angle), r * Math.sin(angle), 0];
});

const strip = (radius, width) => ribbon((part, side) => [side * width, 0, 2 * radius * part]);

function ribbon(point) {
  const at = [], index = [];
  for (let i = 0; i <= PARTS; i++) {
    at.push(...point(i / PARTS, -1), ...point(i / PARTS, 1));
    if (i < PARTS) index.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new BufferAttribute(new Float32Array(at), 3));
  shape.setIndex(index);
  return shape;
}
